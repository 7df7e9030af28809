import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { clockAhead } from '../../support/clocks.ts'
import type { Variant } from '../variant.ts'

const isSameOrigin: GatewayPolicies['isFromPage'] = ({ headers }) => headers['sec-fetch-site'] === 'same-origin'

/** Other ways to keep the hosted page from frames, caches and the forms of other sites. */
export const hostedPageGuardVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'forged forms are told by the headers of the browser alone',
    story: 'Every browser sends them now, so tokens were dropped.',
    policies: { isFromPage: isSameOrigin },
  },
  {
    name: 'the page is kept out of frames and caches in an older way',
    story: 'The headers date from when the page was written.',
    policies: {
      pageHeaders: {
        'content-type': 'text/html',
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'private, max-age=0, must-revalidate',
        pragma: 'no-cache',
        expires: '0',
      },
    },
  },
  {
    name: 'the page expires at once, by a clock that is ahead',
    story: 'A clock of four minutes ahead, and the one header that the old proxy knows.',
    ...clockAhead(240_000, 0),
  },
]
