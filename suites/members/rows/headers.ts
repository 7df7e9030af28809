import type { OperationName } from '../../../protocol/operations.ts'
import { type Member, membersOf } from '../member.ts'

const slugOf = (operation: OperationName): string => operation.replace('.', '-')

/** Returns the four headers of an operation. Heading: Authentication. */
export const headersOf = (operation: OperationName): Member[] => {
  const tried = (suite: string, ...titles: string[]) => titles.map(title => `${suite}/${slugOf(operation)}-${title}`)
  return membersOf({ operation, message: 'request', in: 'header', setBy: 'caller' }, [
    [
      'X-OC-ID',
      'ocid',
      {
        finds: 'the key of the caller',
        cells: {
          ends: tried('authentication-caller', 'by-what-is-no-ocid'),
          confusables: tried('authentication-caller', 'by-an-ocid-that-nobody-knows', 'by-what-is-no-ocid'),
        },
      },
    ],
    [
      'X-OC-Timestamp',
      'timestamp',
      {
        finds: 'the time of the target',
        cells: {
          ends: tried('authentication-time', 'with-a-timestamp-that-is-no-integer-of-seconds'),
          confusables: tried(
            'authentication-time',
            'with-a-timestamp-far-in-the-past',
            'with-a-timestamp-far-in-the-future',
          ),
        },
      },
    ],
    [
      'X-OC-Nonce',
      'id',
      {
        finds: 'the nonces that the caller has used',
        cells: {
          ends: tried('authentication-members', 'with-nonces-that-are-alike'),
          confusables: [
            ...tried('authentication-nonce', 'signed-anew-with-a-used-nonce'),
            ...tried('authentication-members', 'with-nonces-that-are-alike'),
          ],
        },
      },
    ],
    [
      'X-OC-Signature',
      'signature',
      {
        finds: 'the key of the caller',
        cells: { confusables: tried('authentication-signature', 'with-one-bit-of-the-signature-changed') },
      },
    ],
  ])
}
