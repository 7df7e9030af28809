/**
 * Returns the payload with its members in canonical order. A target that verifies the text as received, not its canonical form, then
 * fails only SIG-01 and SIG-02.
 */
export const inCanonicalOrder = <T extends object>(payload: T): T =>
  Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))) as T
