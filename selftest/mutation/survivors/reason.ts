/** The kinds of reasons why a mutant may survive. */
export const kinds = {
  equivalent: 'Equivalent: no request can tell the mutant from the original',
  second: 'A second line: another check of the reference catches the same, on purpose',
  open: 'Open: the document leaves the choice to the implementation',
  notObservable: 'From inside: seen only by whoever runs the reference, and proven by its unit tests',
  operation: 'Operation: starting, closing, registering and reporting, which are no part of the protocol',
  time: 'Time and size: it would show only after longer, or with more, than a run takes',
  text: 'Texts: of messages and pages, which are free',
} as const

export type Kind = keyof typeof kinds

/**
 * The reason of some survivors: mutants of lines in `file` that contain a text of `at`; with `only`, those whose
 * replacement contains a text of it.
 */
export type Reason = { file: string; at: readonly string[]; only?: readonly string[]; kind: Kind; reason: string }

/** Returns the reasons for a file, which is named without folder `reference` and extension. */
export const reasonsFor = (file: string, reasons: readonly Omit<Reason, 'file'>[]): Reason[] =>
  reasons.map(reason => ({ file: `reference/${file}.ts`, ...reason }))
