/** The mutants that no browser can show, by name, and why. */
export const unseen: Readonly<Record<string, string>> = {}
