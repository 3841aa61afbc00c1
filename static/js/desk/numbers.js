// The numbers that stand on cards for one game, as text: by them it is known whether what is typed is complete, and
// whether one more digit may still belong to it.
const MOST_DIGITS = 3;

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

export class Numbers {
  #ordinary;
  #step;

  // `text`: the ordinary numbers with blanks between.
  constructor(text) {
    const list = text.split(" ").filter(Boolean);
    this.#ordinary = new Set(list);
    this.#step = list.map((number) => Math.abs(Number(number))).reduce(divisor, 0) || 1;
  }

  // Whether it cannot become another ordinary number by more digits, or by a minus after it.
  isComplete(text) {
    const isLonger = (other) => other !== text && other.startsWith(text);
    const mayBeNegative = text !== "0" && this.#ordinary.has(`-${text}`);
    return this.#ordinary.has(text) && !mayBeNegative && !Array.from(this.#ordinary).some(isLonger);
  }

  // Whether somebody may have written this number with this digit, ordinary or not: -100 for -10, but not 252 or 00.
  mayGrow(text, digit) {
    const digits = text.replace("-", "") + digit;
    return digits.length <= MOST_DIGITS && !/^0/.test(digits) && Number(digits) % this.#step === 0;
  }
}

// A minus typed after the number counts as before it, as on paper; what is no number stays as it is.
export const tidied = (text) => {
  const match = text.replace(/[−–]/g, "-").replace(/\s/g, "").match(/^(-?)(\d+)(-?)$/);
  if (!match || (match[1] && match[3])) return text;
  return (match[1] || match[3] ? "-" : "") + Number(match[2]);
};
