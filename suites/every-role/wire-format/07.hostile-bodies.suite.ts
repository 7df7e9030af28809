import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import { type Call, control, onEveryCall } from '../../support/authenticated-operations.ts'
import { type HostileBody, hostileBodies } from '../../support/hostile-bodies.ts'

const withoutServerError = (response: HttpResponse, what: string) =>
  expectThat(response.status < 500, `${what} brings a ${response.status}`, {
    expected: 'no 5xx',
    actual: summary(response),
  })

/** An answer that is none is looked at twice: a connection may end for reasons of its own. */
const answered = async (request: () => PromiseLike<HttpResponse>): Promise<HttpResponse> => {
  const response = await request()
  return response.silence ? await request() : response
}

const survives = async (context: CheckContext, call: Call, { title, body, large }: HostileBody) => {
  const what = `${call.operation} with ${title}`
  const response = await answered(() => context.call(call.operation, body, { as: call.sender(context) }))
  if (response.silence?.kind === 'broken' && large) return
  if (response.silence) fail(`${what} is not answered`, { expected: 'an answer, no 5xx', actual: summary(response) })
  withoutServerError(response, what)
}

/** Header values that HTTP lets through. */
const headers = (context: CheckContext): Record<string, { nonce?: string; contentType?: string }> => ({
  'a nonce of 4,000 characters': { nonce: context.fresh('n').padEnd(4_000, 'x') },
  'a nonce that is not ASCII': { nonce: `${context.fresh('n')}\u00e9\u00ff` },
  'a nonce with quotes': { nonce: `${context.fresh('n')}'";--` },
  'a content type without an end': { contentType: 'application/json; charset="' },
  'an unknown character set': { contentType: 'application/json; charset=utf-99' },
})

/** No input brings a 5xx. Heading: Resources and their fields. */
export const wireFormatHostile = onEveryCall('wire-format-hostile', (clause, call) => {
  const name = call.operation

  clause('FMT-07', `${name} with hostile bodies`, async context => {
    await control(context, call)
    const bodies = await hostileBodies(context, call)
    await Promise.all(bodies.map(one => survives(context, call, one)))
    await control(context, call)
  })

  clause('FMT-07', `${name} with hostile headers`, async context => {
    await control(context, call)
    const requests = Object.entries(headers(context)).map(async ([what, sendOptions]) => {
      const response = await context.call(call.operation, call.body(context), {
        as: call.sender(context),
        ...sendOptions,
      })
      withoutServerError(response, `${name} with ${what}`)
    })
    await Promise.all(requests)
  })
})
