import { expect, test } from 'vitest'
import { outputs } from './output.ts'

test.each([
  ['junit=a.xml', [{ format: 'junit', file: 'a.xml' }]],
  [
    'junit=out/a,b.xml,sarif=c=d.sarif',
    [
      { format: 'junit', file: 'out/a,b.xml' },
      { format: 'sarif', file: 'c=d.sarif' },
    ],
  ],
  ['junitt=a.xml', undefined],
  ['junit=a.xml,sariff=b', undefined],
  ['junit=', undefined],
  ['junit', undefined],
  ['', undefined],
])('%j', (text, found) => expect(outputs.read(text)).toEqual(found))
