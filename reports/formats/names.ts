/** The formats of `report render --to` and `run --output`. */
export const formatNames = ['junit', 'sarif', 'ctrf', 'markdown', 'har', 'badge', 'html'] as const

/** A format, as an argument of `--output`. */
export type FormatName = (typeof formatNames)[number]
