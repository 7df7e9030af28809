/** A leak: its name, and the text around it. */
type Leak = { name: string; text: string }

/** Patterns for internals that an error must not reveal, which match no legitimate message. They run in linear time on bounded text. */
const patterns: Readonly<Record<string, RegExp>> = {
  'a stack trace': /(^|\\n|\n)\s{0,20}at [^\s(]{1,500}((?: \(?|\()[^\s()]{1,300})?:\d{1,7}(:\d{1,7})?\)?/,
  'a stack trace of Python': /Traceback \(most recent call last\)|File \\?"[^"\\]{1,200}\\?", line \d/,
  'a stack trace of Java or .NET':
    /\bat [\w$.]{3,200}\((Unknown Source|Native Method|[\w$]{1,100}\.(java|kt|scala|cs):\d+)\)/,
  'a stack trace of Go, Ruby, PHP or Rust': /goroutine \d+ \[|\.(go|rb|php|rs):\d+|panicked at /,
  'a file path':
    /(^|[\s"'(=:])(\/(usr|home|var|opt|etc|app|srv|root|tmp|Users|workspace)\/[\w.@/-]{2,}|[A-Za-z]:\\{1,2}\w[\w.-]*\\{1,2}\w)/,
  'a path of a package': /node_modules|site-packages|\/dist\/|node:internal/,
  'a source file with its line': /\b[\w-]{1,100}\.(js|mjs|cjs|ts|py):\d+/,
  SQL: /\b(SELECT\s[^;]{1,200}\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+["`\w.]{1,100}\s+SET)\b|SQLSTATE|SQLITE_|ORA-\d{5}|syntax error at or near|duplicate key value violates/,
  'a private key': /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|"privateKey"|private_key/i,
  'an address of a database': /\b(postgres(ql)?|mysql|mongodb(\+srv)?|redis|amqp):\/\/|ECONNREFUSED/,
}

/** How many characters of a string are searched. */
const mostCharacters = 20_000

/** The patterns that none of our requests match, so that a match cannot be a quote. */
const traces = Object.entries(patterns).filter(([name]) => name.startsWith('a stack trace'))

/** Returns the first stack trace in a string, with its name. */
export const findStackTrace = (text: string): Leak | undefined => findFirst(text.slice(0, mostCharacters), traces)

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Removes the path of a request from its response: a target that quotes it reveals nothing. */
const withoutPath = (text: string, url: string): string => {
  const { pathname, search } = new URL(url)
  const paths = [pathname + search, pathname, decoded(pathname)].filter(path => path.length > 1)
  return paths.reduce((rest, path) => rest.replaceAll(path, ''), text)
}

/** Finds the first internal shown by the response to a request to `url`, with the text around it. */
export const findLeak = (whole: string, url?: string): Leak | undefined => {
  const text = url === undefined ? whole.slice(0, mostCharacters) : withoutPath(whole.slice(0, mostCharacters), url)
  return findFirst(text, Object.entries(patterns))
}

const findFirst = (text: string, among: [name: string, pattern: RegExp][]): Leak | undefined => {
  for (const [name, pattern] of among) {
    const found = pattern.exec(text)
    if (found) return { name, text: text.slice(Math.max(0, found.index - 20), found.index + 120) }
  }
  return undefined
}
