import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, by the beginnings of their paths. */
const longest = [
  'hostile/hostile-targets',
  'mutants/gateway',
  'dialects/dialects',
  'field/',
  'variants/gateway',
  'mutants/merchant',
  'people/person.',
  'hostile/',
  'variants/',
  'mutants/',
  'set-up/',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const name = relative(import.meta.dirname, moduleId)
  const at = longest.findIndex(beginning => name.startsWith(beginning))
  return at < 0 ? longest.length : at
}

/** Starts the slowest files first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
}
