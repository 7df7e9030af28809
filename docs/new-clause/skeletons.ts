import type { Level } from '../../protocol/requirements/index.ts'
import type { Frame } from './places.ts'

// Nothing here is unfinished: each TODO is text that `npm run new-clause` writes for a person to replace.
// docs/new-clause/new-clause.test.ts refuses one that is left in the register, suites, mutants or changes.

const statement = 'TODO: the statement of the document, in one line.'

/** A clause to be written: `roles` and `part` as TypeScript, `role` one of them, `edition` the number of the next edition of the register. */
export type NewClause = { id: string; level: Level; roles: string; role: string; part: string; edition: string }

const mistake = "\n    commonMistake: 'TODO: how it usually happens',"

/** The row of the register. */
export const registerRow = ({ id, level, roles, part, edition }: NewClause): string => `  '${id}': {
    roles: ${roles},
    level: '${level}',
    part: ${part},
    text: '${statement}',
    why: 'TODO: who is hurt, and how, when it fails.',${level === 'open' ? '' : mistake}
    fix: 'TODO: what to do about it.',
    since: {
      edition: '${edition}',
      sentence: 'TODO: the sentence of the document, word for word',
      reason: 'TODO: what follows from it for those who relied on an earlier edition.',
    },
  },
`

/** A suite file about one clause, in the frame of another. */
export const suiteSkeleton = (
  id: string,
  { imports, before, after, subject }: Frame,
): string => `/** ${id} · ${statement} */

${imports}
${before}${subject === undefined ? checkSkeleton(id) : indented(checkSkeleton(id, subject))}${after}`

/** A check that fails with an error of the harness until it is written; with a subject it is one check per operation. */
const checkSkeleton = (id: string, subject?: string): string => {
  const title = `TODO: the case of ${id} in a few words`
  const quoted = subject === undefined ? `'${title}'` : `\`\${${subject}.name} ${title}\``
  return `
clause('${id}', ${quoted}, async () => {
  throw new Error('TODO: send the correct request as a control, then the same with one fault')
})
`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** The least number of mutants of a clause. */
const mutantsOf: Readonly<Record<Level, number>> = { must: 2, should: 1, open: 0 }

/** The mutants that a clause of this level needs. `policies` does not compile until it is filled in. */
export const mutantSkeletons = ({ id, level }: NewClause, isShared: boolean): string =>
  mutantSkeleton(id, isShared).repeat(mutantsOf[level])

const mutantSkeleton = (id: string, isShared: boolean): string => `  {
    name: 'TODO: what this implementation does wrong',${isShared ? "\n    roles: ['TODO']," : ''}
    breaks: '${id}',
    story: 'TODO: how this happens to real people.',
    policies: 'TODO',
  },
`

/** The fragment of the changelog. */
export const changeFragment = ({ id, level }: NewClause): string =>
  level === 'open'
    ? `${id} is new: reports show the choice of a target, and \`oc-conformance explain ${id}\` the possible ones.\n`
    : `---
clauses: ${id}
turns: ${level === 'must' ? 'red' : 'warn'}
---
A new clause: \`oc-conformance explain ${id}\` explains it, and how to fix a failure.
`

/** Where the skeletons are; `reference` is the file whose docstring names the clause, if one was given. */
export type Written = Readonly<Record<'register' | 'suite' | 'mutants' | 'change', string>> & { reference?: string }

/** The steps that stay with the author. */
export const remainingSteps = (
  { id, level, role }: NewClause,
  files: Written,
): string => `${id} has its skeletons. Replace each TODO:

  1. ${files.register}
     the row: the text is the document's, word for word; correct the part, which is its heading there
  2. ${files.suite}
     ${
       level === 'open'
         ? 'the check, as clause.observe, and words for the name of the file; its words are in protocol/requirements/vocabulary/'
         : `the check, and words for the name of the file
  3. ${files.mutants}
     the mutant${level === 'must' ? 's: a must clause needs two' : ''}; move them to the file of their kind`
     }

Then:

  4. ${files.reference === undefined ? `add "Clause: ${id}." to the docstring in reference/ that implements it` : `${files.reference} names ${id}; change it if it does not implement the clause yet`}
  5. npm run generate, then npx node bin.ts run --reference --role ${role} --only ${id}
  6. SELFTEST_RECORD=new npm run selftest -- -t ${id}, the same with =confirmed, and npx node selftest/check-ids.ts
  7. npx biome check --write && npm run generate && npm run check && npm test

${files.change} says that the clause is new; add what else a user notices.`
