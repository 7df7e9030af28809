import { type Call, control, onEveryCall } from './authenticated.ts'
import type { Answer } from './harness/answer.ts'
import { breach, holds } from './harness/outcome.ts'
import { summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { type HostileBody, hostileBodies } from './hostile-bodies.ts'

const withoutServerError = (answer: Answer, what: string) =>
  holds(answer.status < 500, `${what} brings a ${answer.status}`, { expected: 'no 5xx', actual: summary(answer) })

/** An answer that is none is looked at twice: a connection may end for reasons of its own. */
const answered = async (request: () => PromiseLike<Answer>): Promise<Answer> => {
  const answer = await request()
  return answer.silence ? await request() : answer
}

const survives = async (stage: Stage, call: Call, { title, body, large }: HostileBody) => {
  const what = `${call.operation} with ${title}`
  const answer = await answered(() => stage.call(call.operation, body, { as: call.sender(stage) }))
  if (answer.silence?.kind === 'broken' && large) return
  if (answer.silence) breach(`${what} is not answered`, { expected: 'an answer, no 5xx', actual: summary(answer) })
  withoutServerError(answer, what)
}

/** Header values that HTTP lets through. */
const headers = (stage: Stage): Record<string, { nonce?: string; contentType?: string }> => ({
  'a nonce of 4,000 characters': { nonce: stage.fresh('n').padEnd(4_000, 'x') },
  'a nonce that is not ASCII': { nonce: `${stage.fresh('n')}\u00e9\u00ff` },
  'a nonce with quotes': { nonce: `${stage.fresh('n')}'";--` },
  'a content type without an end': { contentType: 'application/json; charset="' },
  'an unknown character set': { contentType: 'application/json; charset=utf-99' },
})

/** No input brings a 5xx. Heading: Resources and their fields. */
export const wireFormatHostile = onEveryCall('wire-format-hostile', (clause, call) => {
  const name = call.operation

  clause('FMT-07', `${name} with hostile bodies`, async stage => {
    await control(stage, call)
    const bodies = await hostileBodies(stage, call)
    await Promise.all(bodies.map(one => survives(stage, call, one)))
    await control(stage, call)
  })

  clause('FMT-07', `${name} with hostile headers`, async stage => {
    await control(stage, call)
    const requests = Object.entries(headers(stage)).map(async ([what, sending]) => {
      const answer = await stage.call(call.operation, call.body(stage), { as: call.sender(stage), ...sending })
      withoutServerError(answer, `${name} with ${what}`)
    })
    await Promise.all(requests)
  })
})
