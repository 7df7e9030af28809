import type { Frame } from './places.ts'

// Nothing here is unfinished: each TODO is text that `npm run new-clause` writes for a person to replace.
// docs/new-clause/new-clause.test.ts refuses one that is left in the register, suites, mutants or changes.

const statement = 'TODO: the statement of the document, in one line.'

/** The row of the register. `level` and `roles` do not compile until they are filled in. */
export const registerRow = (id: string, part: string): string => `  '${id}': {
    roles: ['TODO'],
    level: 'TODO',
    part: '${part}',
    text: '${statement}',
    why: 'TODO: who is hurt, and how, when it fails.',
    commonMistake: 'TODO: how it usually happens; leave out for an open clause',
    fix: 'TODO: what to do about it.',
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

/** A mutant. `policies` does not compile until it is filled in. */
export const mutantSkeleton = (id: string, isShared: boolean): string => `  {
    name: 'TODO: what this implementation does wrong',${isShared ? "\n    roles: ['TODO']," : ''}
    breaks: '${id}',
    story: 'TODO: how this happens to real people.',
    policies: 'TODO',
  },
`

/** The fragment of the changelog. */
export const changeFragment = (id: string): string => `---
clauses: ${id}
turns: red
---
TODO: which target turns red, in at most 25 words. An open clause turns nothing: leave out the lines above.
`

/** The steps that stay with the author. `files` are those that hold a skeleton. */
export const remainingSteps = (
  id: string,
  files: Readonly<Record<'register' | 'suite' | 'mutants' | 'change', string>>,
): string => `${id} has its skeletons. npm run check fails until every TODO is filled in:

  1. ${files.register}
     the row: the text is the document's, word for word
  2. ${files.suite}
     the check, and words for the name of the file; an open clause takes clause.observe, and its words in
     protocol/requirements/vocabulary/
  3. ${files.mutants}
     the mutant; a must clause needs two, an open one none
  4. ${files.change}
     what a user notices

Then:

  5. add "Clause: ${id}." to the docstring in reference/ that implements it
  6. add it to protocol/requirements/changes.ts; raise registerVersion in protocol/requirements/index.ts if the edition is published
  7. npx node bin.ts run --reference --role <role> --only ${id}
  8. npm run generate, SELFTEST_RECORD=new npm run selftest -- -t ${id}, the same with =confirmed, and node selftest/check-ids.ts
  9. npx biome check --write && npm run generate && npm run check && npm test
`
