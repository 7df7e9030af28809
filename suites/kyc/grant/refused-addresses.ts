import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { sendGrantControl, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'

/** Sends each address alone in a correct request. */
export const expectEachRefused = async (context: CheckContext, addresses: Readonly<Record<string, string>>) => {
  await sendGrantControl(context)
  await withEach(context, Object.entries(addresses), async ([what, address]) => {
    const response = await sendGrantRequest(context, { callback_url: address })
    const isRefused = response.status === 400 && codeOf(response) === 'INVALID_CALLBACK_URL'
    expectThat(isRefused, `${what} as callback address is not refused as required`, {
      expected: '400 INVALID_CALLBACK_URL',
      actual: `${summary(response)} for ${JSON.stringify(address)}`,
    })
  })
}

/** Not applicable unless the operator declares that the target runs in production. */
export const requireProduction = ({ run }: CheckContext) => {
  if (run.target.environment !== 'production')
    notApplicable('The document requires this in production: a second run with --environment production checks it.')
}
