/** Quotes an argument for a POSIX shell where it needs quotes. */
export const shellQuoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
