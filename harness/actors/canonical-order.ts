/**
 * Returns the payload with its members in canonical order. A target that verifies the text as received, and not its
 * canonical form, then fails SIG-01 and SIG-02 only.
 */
export const inCanonicalOrder = <T extends object>(payload: T): T =>
  Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))) as T
