/** The kinds of reasons for a survivor. */
export const kinds = {
  equivalent: 'Equivalent: no request distinguishes the mutant from the original',
  redundant: 'Redundant: another check of the reference catches the same fault, on purpose',
  open: 'Open: the document leaves the choice to the implementation',
  notObservable: 'Not observable: visible only inside the reference, and proven by its unit tests',
  operation: 'Operation: starting, closing, registering and reporting are not part of the protocol',
  time: 'Time and size: it would take longer than a run, or more data, to show',
  text: 'Texts: messages and pages may say anything',
} as const

export type Kind = keyof typeof kinds

/**
 * The reason of some survivors: mutants of lines in `file` that contain a string of `at`; with `only`, those whose
 * replacement contains a string of it.
 */
export type Reason = { file: string; at: readonly string[]; only?: readonly string[]; kind: Kind; reason: string }

/** Returns the reasons for a file, named without the folder `reference` and the extension. */
export const reasonsFor = (file: string, reasons: readonly Omit<Reason, 'file'>[]): Reason[] =>
  reasons.map(reason => ({ file: `reference/${file}.ts`, ...reason }))
