import { expectThat } from '../../../harness/outcome.ts'
import { contradictoryMembers, type DecisionResult, isSameList, listIn } from './consent-flow.ts'

/** The expected query of a callback. */
export type ExpectedQuery = { status: string; grants?: readonly string[]; denied?: readonly string[] }

/** Fails the clause unless the callback of a decision has this query, and names the user. Heading: GET /kyc/grant/{ocid}. */
export const expectQuery = ({ query, opened }: DecisionResult, { status, ...lists }: ExpectedQuery) => {
  const { grants, user_ocid } = opened.request
  const what = `the callback of ${grants}`
  const actual = query.toString()
  expectThat(contradictoryMembers(query).length === 0, `${what} has members twice, with different values`, {
    expected: 'each member once',
    actual,
  })
  expectThat(query.get('status') === status, `${what} does not have the status ${status}`, {
    expected: status,
    actual,
  })
  expectThat(query.get('user_ocid') === user_ocid, `${what} does not name the user`, {
    expected: `user_ocid=${user_ocid}`,
    actual,
  })
  for (const name of ['grants', 'denied'] as const) {
    const list = lists[name]
    const isExpected = list === undefined ? !query.has(name) : isSameList(listIn(query, name), list)
    expectThat(isExpected, `${what} does not have the ${name} of the decision`, {
      expected: list === undefined ? `no ${name}` : `${name}=${list.join(',')}`,
      actual,
    })
  }
}
