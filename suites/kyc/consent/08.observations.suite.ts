import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked } from '../../../harness/outcome.ts'
import type { Decision } from '../../../harness/pages/consent-page.ts'
import { attempted, isAtCallback, listIn } from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent-choices', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** What becomes of `email`, on which the user decides nothing. */
const leftAlone = async (context: CheckContext, decision: Decision): Promise<string> => {
  const { landing, asked, told } = await attempted(context, { decision })
  if (!isAtCallback(landing, asked.ask)) return 'has to be decided'
  if (listIn(told, 'grants')?.includes('email')) return 'granted'
  const isDenied = listIn(told, 'denied')?.includes('email') || told.get('status') === 'denied'
  return isDenied ? 'denied' : 'in neither list'
}

const wishes: Readonly<Record<string, Decision>> = {
  'beside a granted one': { granted: ['name'], denied: [], untouched: ['email'] },
  'beside a denied one': { granted: [], denied: ['name'], untouched: ['email'] },
}

for (const [what, decision] of Object.entries(wishes)) {
  clause.observe('CONSENT-08', `permission left alone ${what}`, async context => {
    try {
      context.observe({ [`left alone ${what}`]: await leftAlone(context, decision) })
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      context.observe({ [`left alone ${what}`]: 'cannot be left alone' })
    }
  })
}

/** What a provider chose on permissions that a user leaves alone. Heading: States and transitions. */
export const consentChoices = whereDeclared(suite)
