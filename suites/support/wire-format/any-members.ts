import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { anyPart, partSamples } from '../../members/absences.ts'

/** A faulty message, its optional members, and a function that sends it without some of them. */
type FaultyMessage = {
  what: string
  optional: readonly string[]
  control: (context: CheckContext) => PromiseLike<unknown>
  send: (context: CheckContext, omitted: readonly string[]) => PromiseLike<HttpResponse>
}

/** Returns the property that a faulty message is not accepted, whichever optional members it has. */
export const refusedWithAnyMembers =
  ({ what, optional, control, send }: FaultyMessage) =>
  async (context: CheckContext): Promise<PropertyBody<string[]>> => {
    await control(context)
    return {
      arbitrary: () => anyPart(optional),
      examples: partSamples(optional),
      runs: 2,
      test: async (on, omitted) => {
        const response = await send(on, omitted)
        const present = optional.filter(name => !omitted.includes(name))
        expectThat(!isSuccess(response), `${what} is accepted`, {
          expected: 'a refusal, whichever optional members are present',
          actual: `${summary(response)}, with ${present.join(', ') || 'none of them'}`,
          at: response,
        })
      },
    }
  }
