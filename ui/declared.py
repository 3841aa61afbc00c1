"""What applications declare in a module that is called so in each, such as `navigation`; nothing registers it."""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.utils.module_loading import module_has_submodule


def declared(module: str, name: str) -> list[Any]:
    """The value of `name` in this module of each application that has it, in the order of the applications."""
    modules = (
        import_module(f"{application.name}.{module}")
        for application in apps.get_app_configs()
        if application.module and module_has_submodule(application.module, module)
    )
    return [getattr(module, name) for module in modules if hasattr(module, name)]
