import { expect, test } from 'vitest'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpRequest } from '../../../harness/http/http-request.ts'
import { navigationLimits } from '../../../harness/http/limits.ts'
import { PendingResponse } from '../../../harness/http/pending-response.ts'
import { responseWith } from '../../../harness/http/response.test.fixture.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { retrievePublicly } from './order-retrieval.ts'

const { most, beyond } = navigationLimits.redirects

/** A context whose target redirects a number of times before it responds. */
const redirecting = (times: number) => {
  const sent: string[] = []
  const answer = ({ origin, path }: HttpRequest): HttpResponse => {
    sent.push(path)
    const isRedirect = sent.length <= times
    return responseWith(
      isRedirect ? { status: 302, headers: [['location', `/order/${sent.length}`]] } : { url: origin + path },
    )
  }
  const send: CheckContext['send'] = request =>
    new PendingResponse({ attempt: async () => answer(request), what: request.path })
  return { context: { send } as CheckContext, sent }
}

test('redirects are followed up to the limit, and one more blocks the check', async () => {
  const within = redirecting(most)
  expect(await retrievePublicly(within.context, 'http://shop.example/order')).toMatchObject({ status: 200 })
  expect(within.sent.length).toBe(most + 1)
  await expect(retrievePublicly(redirecting(most + 1).context, 'http://shop.example/order')).rejects.toMatchObject({
    name: 'Blocked',
    message: expect.stringContaining(beyond),
  })
})
