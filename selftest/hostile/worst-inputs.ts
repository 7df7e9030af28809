/** The parts of a pattern: characters, classes, escapes, and the operators between them. */
const parts =
  /\\[pP]\{[^}]*\}|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]|\(\?<\w+>|[()|^$]|[*+?]\??|\{\d+,?\d*\}\??|./gsu

const isAtom = (part: string): boolean => !/^(?:\(.*|[)|^$]|[*+?]\??|\{\d+,?\d*\}\??|\\[bBk].*)$/s.test(part)

/** Characters to match classes with. */
const samples = [...'a1 \n<>="\'/&:.,;-_%\\…A{}()[]#@!?*+|~^$zé\0']

/** Returns a sample that a part of a pattern matches; empty if there is none. */
const sampleOf = (part: string, flags: string): string => {
  if (part.length === 1) return part === '.' ? 'a' : part
  try {
    const pattern = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''))
    return samples.find(sample => pattern.test(sample)) ?? ''
  } catch {
    return ''
  }
}

/** Returns the atoms of a pattern: of all alternatives in sequence, or only of the last ones. */
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

/** Maximum number of consecutive parts that are repeated, and of inputs for a pattern. */
const [longestRun, mostInputs] = [12, 300]

/** An input: a repeated text, and the text before and after it. */
export type WorstInput = { begin: string; part: string; end: string }

/**
 * Returns inputs that make a pattern try every start, or every way to split a string: a repeated match of some of its parts, after a match
 * of the preceding parts and before a character that matches nothing.
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
