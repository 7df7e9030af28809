import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { addressIsText, grantRules, valueIn } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const silentPorts = { reportBug: () => undefined }

/** Faults that answer hostile input with a 500 (FMT-07). */
export const hostileQueryMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a NUL ends in a 500',
    breaks: 'FMT-07',
    story: 'The database accepts any text except that character.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ query }) => {
          if (valueIn(query, 'state').includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00')
          return undefined
        },
      ],
    },
    ports: silentPorts,
  },
  {
    name: 'a user of more than 4,300 digits ends in a 500',
    breaks: 'FMT-07',
    story: 'Python reads integers of up to 4,300 digits from text, and int() throws for more.',
    policies: {
      grantRules: [
        ({ query }) => {
          if (/^\d{4301}/.test(valueIn(query, 'user_ocid'))) throw new Error('Exceeds the limit (4300 digits)')
          return undefined
        },
        ...grantRules,
      ],
    },
    ports: silentPorts,
  },
  {
    name: 'a query that is not UTF-8 ends in a 500',
    breaks: 'FMT-07',
    story: 'decodeURIComponent throws, and nothing catches it.',
    policies: {
      grantRules: replace(grantRules, addressIsText, ({ address }) => {
        decodeURIComponent(address)
        return undefined
      }),
    },
    ports: silentPorts,
  },
  {
    name: 'a callback address beyond Latin letters ends in a 500',
    breaks: 'FMT-07',
    story: 'The address is used unchanged, and headers cannot contain such a character.',
    policies: {
      callbackOf: (submission, decision) => {
        const address = kycPolicies.callbackOf(submission, decision)
        if (/[^\0-\xff]/.test(address)) throw new TypeError('Invalid character in header content ["Location"]')
        return address
      },
    },
    ports: silentPorts,
  },
  {
    name: 'submissions with brackets end in a 500',
    breaks: 'FMT-07',
    story: 'The form parser turns them into objects, and the handler calls split on one.',
    prepare: server => {
      server.addHook('preHandler', async ({ body }) => {
        if (body instanceof URLSearchParams && [...body.keys()].some(name => name.includes('[')))
          throw new TypeError('granted_permissions.split is not a function')
      })
    },
    ports: silentPorts,
  },
]
