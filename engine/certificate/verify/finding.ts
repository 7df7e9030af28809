/** The result of checking one part of a certificate: a sentence, and whether the part fits. */
export type Finding = { name: string; fits: boolean; text: string }

/** Returns the finding that a part of a certificate fits the rest; `text`: how, as a sentence. */
export const fits = (name: string, text: string): Finding => ({ name, fits: true, text })

/** Returns the finding that it does not; `text`: why, as a sentence. */
export const misfit = (name: string, text: string): Finding => ({ name, fits: false, text })

/** Returns the positive finding if there is no fault, else each fault. */
export const unless = (name: string, faults: readonly string[], text: string): Finding[] =>
  faults.length === 0 ? [fits(name, text)] : faults.map(fault => misfit(name, fault))
