/** The parts of a pattern: characters, classes and escapes, and what stands between them. */
const parts =
  /\\[pP]\{[^}]*\}|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]|\(\?<\w+>|[()|^$]|[*+?]\??|\{\d+,?\d*\}\??|./gsu

const isAtom = (part: string): boolean => !/^(?:\(.*|[)|^$]|[*+?]\??|\{\d+,?\d*\}\??|\\[bBk].*)$/s.test(part)

/** Characters that classes are tried with. */
const samples = [...'a1 \n<>="\'/&:.,;-_%\\…A{}()[]#@!?*+|~^$zé\0']

/** Returns a character that a part of a pattern matches; empty if none of the samples is one. */
const sampleOf = (part: string, flags: string): string => {
  if (part.length === 1) return part === '.' ? 'a' : part
  try {
    const pattern = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''))
    return samples.find(sample => pattern.test(sample)) ?? ''
  } catch {
    return ''
  }
}

/** Returns the atoms of a pattern; of alternatives all of them one after the other, or only the last ones. */
const atomsOf = (source: string, isLastOnly: boolean): string[] => {
  const [atoms, groups]: [string[], number[]] = [[], [0]]
  for (const part of source.match(parts) ?? []) {
    if (part.startsWith('(')) groups.push(atoms.length)
    else if (part === ')') groups.pop()
    else if (part === '|' && isLastOnly) atoms.length = groups.at(-1) ?? 0
    else if (isAtom(part)) atoms.push(part)
  }
  return atoms
}

/** Parts in a row that are repeated, at most, and inputs for one pattern. */
const [longestRun, mostInputs] = [12, 300]

/** An input: the text that is repeated, and what stands before and after it. */
export type WorstInput = { begin: string; part: string; end: string }

/**
 * Returns inputs on which a pattern may try every beginning, or every way to divide a text: what some of its parts match, again and again, after
 * what the parts before them match, and before something that fits nowhere.
 */
export const worstInputs = ({ source, flags }: Pick<RegExp, 'source' | 'flags'>): WorstInput[] => {
  const inputs = new Map<string, WorstInput>()
  for (const isLastOnly of [true, false]) {
    const texts = atomsOf(source, isLastOnly).map(part => sampleOf(part, flags))
    for (let length = 1; length <= longestRun; length++)
      for (let start = 0; start + length <= texts.length; start++) {
        const part = texts.slice(start, start + length).join('')
        for (const begin of new Set(['', texts.slice(0, start).join('')]))
          if (part !== '') inputs.set(JSON.stringify([begin, part]), { begin, part, end: '\0' })
      }
  }
  return [...inputs.values()].slice(0, mostInputs)
}
