"""Which table sits."""

from django import forms


class WhoSitsForm(forms.Form):
    """The table that was tapped; neither: every table of the round."""

    table = forms.IntegerField(min_value=1, max_value=9999, required=False)
    not_seated = forms.IntegerField(min_value=1, max_value=9999, required=False)
