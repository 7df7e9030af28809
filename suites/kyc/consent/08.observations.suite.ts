import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked } from '../../../harness/outcome.ts'
import type { Decision } from '../../../harness/pages/driver.ts'
import { decide, isAtCallback, listIn } from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent-choices', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** Returns the word for the outcome of `email`, which the user leaves untouched. */
const untouchedWord = async (context: CheckContext, decision: Decision): Promise<string> => {
  const { landing, opened, query } = await decide(context, { decision })
  if (!isAtCallback(landing, opened.request)) return 'has to be decided'
  if (listIn(query, 'grants')?.includes('email')) return 'granted'
  const isDenied = listIn(query, 'denied')?.includes('email') || query.get('status') === 'denied'
  return isDenied ? 'denied' : 'in neither list'
}

const decisions: Readonly<Record<string, Decision>> = {
  'beside a granted one': { granted: ['name'], denied: [], untouched: ['email'] },
  'beside a denied one': { granted: [], denied: ['name'], untouched: ['email'] },
}

for (const [what, decision] of Object.entries(decisions))
  clause.observe('CONSENT-08', `permission left alone ${what}`, async context => {
    try {
      context.observe({ [`left alone ${what}`]: await untouchedWord(context, decision) })
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      context.observe({ [`left alone ${what}`]: 'cannot be left alone' })
    }
  })

/** What a provider does with a permission on which the user does not decide. Heading: GET /kyc/grant/{ocid}. */
export const consentObservations = whereDeclared(suite)
