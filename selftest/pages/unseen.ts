/** The mutants that no browser can show: reasons by name. */
export const unseen: Readonly<Record<string, string>> = {}
