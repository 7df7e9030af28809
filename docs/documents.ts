import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository; names of documents start here. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A document of this repository; `name` is its path from the root. */
export type Document = { name: string; text: string }

/** Reads the documents at the root, those of the rooms, and everything below docs/ but what is built, in a fixed order. */
export const documents = (): Document[] =>
  globSync(['*.md', '*/README.md', 'docs/**/*.md'], { cwd: root, exclude: ['node_modules', 'docs/clauses'] })
    .sort()
    .map(name => ({ name: name.replaceAll('\\', '/'), text: readFileSync(`${root}/${name}`, 'utf8') }))

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm

const prose = ({ text }: Document): string => text.replace(fence, '')

/** Returns the lines of the `sh` blocks (continued lines joined) and the commands in inline code. */
export const commands = (document: Document): string[] => {
  const blocks = [...document.text.matchAll(fence)].filter(([, language]) => language === 'sh')
  const lines = blocks.flatMap(([, , block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  return [...lines, ...inlineCode(document)]
    .map(line => line.trim())
    .filter(line => /^(oc-conformance|npm|npx)(\s|$)/.test(line))
}

/** Returns the texts between single backticks. */
export const inlineCode = (document: Document): string[] =>
  [...prose(document).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** Splits a command line into words, up to a comment or a redirection. */
export const words = (line: string): string[] => {
  const all = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []
  const end = all.findIndex(word => /^(#|[<>|&])/.test(word))
  return all.slice(0, end < 0 ? all.length : end).map(word => word.replace(/^(['"])(.*)\1$/, '$2'))
}

/** Returns the links and pictures within the repository: the path from the root, and the heading. */
export const links = (document: Document): { path: string; anchor: string }[] =>
  [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/i.test(target))
    .map(target => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? document.name : posix.join(dirname(document.name), path), anchor }
    })

/** Returns the headings as a link names them. */
export const anchors = (document: Document): string[] =>
  [...prose(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Escapes a string for a cell of a table. */
export const cell = (text: string): string => text.replace(/[\\|<*]/g, '\\$&').replace(/\s+/g, ' ')
