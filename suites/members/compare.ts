import { expectThat, isSameJson } from '../../harness/outcome.ts'
import { isSameAmount } from '../../protocol/amount.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { Json, JsonObject } from '../../protocol/json/json.ts'
import { memberAt } from '../support/edit.ts'
import type { Member } from './member.ts'
import type { Echo } from './table.ts'

/** Returns whether a member was returned as it was sent. An empty text may be omitted. */
const isSame = ({ type }: Member, sent: Json, seen: Json | undefined): boolean => {
  if (type === 'amount') return isSameAmount(textOf(seen), textOf(sent))
  return isSameJson(seen, sent) || (sent === '' && seen === undefined)
}

/** Fails the clause unless each member of the sent request was returned unchanged. `where` names the place, such as `proof`. */
export const expectEchoes = (echoes: readonly Echo[], sent: JsonObject, seen: Json, where: string): void => {
  for (const { member, as } of echoes) {
    const value = memberAt(sent, member.name)
    const actual = memberAt(seen, as)
    expectThat(
      value === undefined || isSame(member, value, actual),
      `${where}.${as} is not ${member.name} of the request`,
      {
        expected: value,
        actual: actual ?? 'absent',
      },
    )
  }
}
