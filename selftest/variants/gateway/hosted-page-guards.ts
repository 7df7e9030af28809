import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
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
]
