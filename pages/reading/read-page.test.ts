import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { Blocked } from '../../harness/outcome.ts'
import { textOf } from '../document/dom.ts'
import { flatten, rebuild } from './flat-document.ts'
import { parse } from './parse.ts'
import { lookAt, readPage, readVisible } from './read-page.ts'

const origin = { url: 'http://127.0.0.1:4010/checkout/1?session=2' }

/** The parser reopens 4,800 elements in each of 3,300 paragraphs. */
const endless = `<p>${Array.from({ length: 4_800 }, (_, at) => `<b a${at}>`).join('')}${'<p></x>y'.repeat(3_300)}`

const read = (text: string, run?: object) => readPage({ text }, { ...origin, run })

const markup = [
  '<!doctype html><title>Pay</title><!-- a --><form action="/pay"><input name=a value="&lt;1&quot;"><template><b>x</b></template></form>',
  '<svg viewBox="0 0 1 1"><foreignObject><p>a</p></foreignObject><style>b</style></svg><script>if (a < b) c()</script>',
  '<table><tr><td>a<p>b<td>c</table><select><option selected>d<optgroup><option>e</select><a __proto__=x constructor=y>f</a>',
]

describe('a page', () => {
  test.each(markup)('is the same document that a parser makes: %s', async text => {
    const { $, isCut } = await read(text)
    expect([$.xml(), isCut]).toEqual([parse({ text }).$.xml(), false])
    expect($('[constructor]').attr('constructor')).toBe(parse({ text }).$('[constructor]').attr('constructor'))
  })

  test('of a browser is read as it is written', async () => {
    const text = '<html><p data-a="&amp;1">a<div>b</div></p></html>'
    const { $ } = await readPage({ text, isXml: true }, origin)
    expect($.xml()).toBe(text)
  })

  test('without elements that its styles hide', async () => {
    const { $ } = await read('<style>.x{display:none}</style><p class=x>a</p><p style="display:none">b</p>c')
    expect(textOf(await readVisible($))).toBe('c')
  })

  test('is read once, however often it is received', async () => {
    expect((await read('<p>again')).$).toBe((await read('<p>again')).$)
  })

  test('that is too costly to read blocks the check, but the next one is read', async () => {
    const [costly, next] = [read(endless), read('<p>next')]
    await expect(costly).rejects.toThrow(Blocked)
    await expect(costly).rejects.toThrow(
      /http:\/\/127\.0\.0\.1:4010\/checkout\/1 is too costly to read.*; serve a page/,
    )
    expect(textOf((await next).$)).toBe('next')
    expect(process.memoryUsage().rss).toBeLessThan(2_000 * 1_048_576)
  })

  test('is not read after too many costly ones of the same run and kind, while shorter ones are', async () => {
    const run = {}
    const costly = Array.from({ length: 4 }, (_, at) =>
      read(`${endless}${at}`, run).catch((error: Error) => error.message),
    )
    expect((await Promise.all(costly)).every(message => String(message).includes('too costly'))).toBe(true)
    const [long, short] = ['<i></i>'.repeat(5_900), '<i></i>'.repeat(2_000)]
    await expect(read(long, run)).rejects.toThrow(/pages of its kind in this run/)
    expect((await read(short, run)).$('i')).toHaveLength(2_000)
    expect((await read(`${long} `, {})).$('i')).toHaveLength(5_900)
  })

  test('adds the time of searches on it to the budget of its run', async () => {
    const [run, text] = [{}, '<i></i>'.repeat(1_000)]
    const { $ } = await read(text, run)
    const usage = { user: 0, system: 0 }
    const cpu = vi.spyOn(process, 'threadCpuUsage').mockReturnValueOnce(usage)
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0)
    const found = lookAt($, () => {
      cpu.mockReturnValueOnce({ ...usage, user: 3_500_000 })
      clock.mockReturnValueOnce(4_000)
      return lookAt($, () => 'found')
    })
    vi.restoreAllMocks()
    expect(found).toBe('found')
    await expect(read(`${text}a`, run)).rejects.toThrow(/pages of its kind in this run/)
    expect((await read('<p>short', run)).$('p')).toHaveLength(1)
    expect((await read(`${text}b`, {})).$('i')).toHaveLength(1_000)
  })

  test('is read however often ordinary ones of its kind were', async () => {
    const run = {}
    for (let at = 0; at < 300; at++)
      expect((await read(`<p>${at}${'<i>a</i>'.repeat(300)}`, run)).$('i')).toHaveLength(300)
  })

  test('that exceeds the limits is cut', async () => {
    expect(await read(`${'<div>'.repeat(300)}${'</div>'.repeat(300)}`)).toMatchObject({ isCut: true })
    expect(await read('<br>'.repeat(12_001))).toMatchObject({ isCut: true })
    expect(await read(`<p>${'a'.repeat(600_000)}`)).toMatchObject({ isCut: true })
    expect(await read(`<p ${Array.from({ length: 900 }, (_, at) => `a${at}=b`).join(' ')}>`)).toMatchObject({
      isCut: false,
    })
  })
})

describe('a document', () => {
  test('keeps the order and the parents of its nodes', () => {
    const { $ } = parse({ text: markup[2] ?? '' })
    const [root] = $.root().toArray()
    const rebuilt = rebuild(flatten(root))
    const body = rebuilt.lastChild && 'children' in rebuilt.lastChild ? rebuilt.lastChild.lastChild : null
    expect(body?.parent).toBe(rebuilt.lastChild)
    expect(body?.prev?.next).toBe(body)
  })
})

describe('the thread for pages', () => {
  test('does not keep the process alive', async () => {
    const program = `import { readPage } from '${join(import.meta.dirname, 'read-page.ts')}'
      const { $ } = await readPage({ text: '<title>Pay' }, { url: 'http://127.0.0.1/' })
      console.log($('title').text())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 30_000,
    })
    expect(stdout.trim()).toBe('Pay')
  })

  test('has the only parser of pages', () => {
    const root = join(import.meta.dirname, '../..')
    const files = globSync('{harness,pages,suites,mocks,engine,reports,cli}/**/*.ts', { cwd: root })
    const sources = files
      .filter(file => !/\.test\./.test(file))
      .map(file => [file, readFileSync(join(root, file), 'utf8')])
    const importing = (name: RegExp) => sources.filter(([, text]) => name.test(text ?? '')).map(([file]) => file)
    expect(importing(/^import (?!type).*\/parse\.ts'/m)).toEqual(['pages/reading/page-thread.ts'])
    expect(importing(/from '(?:parse5|htmlparser2)'|^import (?!type).*'cheerio'|import\('cheerio'\)/m).sort()).toEqual([
      'pages/reading/parse.ts',
      'pages/reading/read-page.ts',
    ])
  })
})
