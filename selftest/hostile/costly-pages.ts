/** Nearly as much as is read of a page: the rest is a usable page. */
const mostCharacters = 1_030_000

/** Repeats a string up to a number of characters. */
const filled = (text: string, characters = mostCharacters): string => text.repeat(Math.floor(characters / text.length))

const times = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

/** Markup that costs its reader far more than its author, by content. */
export const costlyPages: Readonly<Record<string, () => string>> = {
  // The parser reopens the formatting elements in each paragraph.
  'formatting elements that are left open before paragraphs that are': () =>
    `<p>${times(4_800, at => `<b a${at}>`)}${'<p></x>y'.repeat(3_300)}`,
  '80,000 attributes on one tag': () => `<form ${times(80_000, at => `a${at} `)}>`,
  'attributes with a common prefix': () => filled('<link ').slice(0, 240_000),
  'addresses without quotes': () => `<form>${filled('href=x', 240_000)}`,
  'white space': () => `<form>${filled(' ')}`,
  'line breaks around one letter': () => `${filled('\n', 500_000)}x${filled('\n', 500_000)}`,
  'deep nesting': () => filled('<div>'),
  'deep nesting that is closed': () => `${'<div>'.repeat(4_900)}${'</div>'.repeat(4_900)}`,
  'many buttons': () => `<form method=post>${filled('<button>Pay now</button>')}</form>`,
  'many forms': () => filled('<form method=post><button name=grant>Allow</button></form>'),
  'tables that foster parents': () => filled('<table><tr><td>'),
  'text in tables': () => filled('<table>x'),
  '100,000 options': () => `<form><select name=grants multiple>${filled('<option>name')}</select></form>`,
  'forms in templates in drawings': () => filled('<form><template><svg><foreignObject>'),
  'drawings in drawings': () => filled('<svg><desc>'),
  'a million ampersands': () => filled('&'),
  'character references without end': () => filled('&CounterClockwiseContourIntegra'),
  'an attribute of a mebibyte': () => `<form action="${filled('a/')}"><button>Allow`,
  'an attribute of spaces': () => `<form action="${filled(' ')}"><button>Allow`,
  'links in links': () => filled('<a href=x><div>'),
  'formatting elements closed in the wrong order': () => filled('<a><b><i><p></a></b></i>'),
  'a comment without end': () => `<!--${filled('<!-- --!')}`,
  'CDATA without end': () => `<svg><![CDATA[${filled(']]')}`,
  'a script without end': () => `<script>${filled('<!--<script ')}`,
  'a title without end': () => `<title>${filled('</titl')}`,
  'labels for one field': () =>
    `<form><input type=checkbox id=a name=grant>${filled('<label for=a>name</label>')}</form>`,
  'fields that one label names': () =>
    `<label>${times(390, () => '<input type=checkbox name=grant>')}${filled('name ')}`,
  'names of fields by many ids': () =>
    `<form>${filled('<button aria-labelledby="a a a a a a a a" id=a>name</button>', 600_000)}`,
  'radio buttons of one group': () => `<form>${filled('<input type=radio name=a value=name>name')}</form>`,
  'fieldsets that are disabled': () =>
    `<form>${'<fieldset disabled><legend>'.repeat(4_000)}${filled('<input>', 20_000)}`,
  frames: () => filled('<iframe src=/a></iframe>'),
  'style sheets with selectors without end': () =>
    `<style>${filled('* * * * * * * * a{display:none}', 90_000)}</style>${'<p>'.repeat(50)}${times(190, () => '<div>')}${filled('<i></i>', 60_000)}name`,
  'base addresses': () => filled('<base href=x>'),
  refreshes: () => filled('<meta http-equiv=refresh content="900;url=x">'),
  'a refresh of white space': () => `<meta http-equiv=refresh content="9${filled(' ')}">`,
  'words without end': () => `<p>${filled('name')}`,
  'digits without end': () => `<p>${filled('1')}`,
  'handlers of events': () => filled('<a onclick=x onclick =x>'),
  'rows of a table with boxes': () =>
    `<form><table>${filled('<tr><td>name<td><input type=checkbox name=grant>')}</table>`,
  'half of a tag': () => `<form ${filled('/')}`,
  'radio buttons that are all checked': () =>
    `<form>${filled('<input type=radio name=a checked>')}</form>${filled('<button name=grant>', 9_000)}`,
  'radio buttons after their names': () => `<form><p>${filled('name <input type=radio name=a value=b>')}`,
  'one choice in deep nesting': () =>
    `<form>${times(190, () => '<div>')}${times(5_000, () => '<input type=radio name=a value=b>')}`,
  'lists without options': () => `<form>${filled('<select name=a></select><button name=b>Pay</button>')}`,
  'a style of a mebibyte around buttons': () =>
    `<body style="${filled('display', 900_000)}"><form>${filled('<button>Pay</button>', 90_000)}`,
  'a base address of a mebibyte': () =>
    `<base href="http://a/${filled('b', 900_000)}"><form action=x>${filled('<button>Pay</button>', 90_000)}`,
  'the address of a form of a mebibyte': () =>
    `<form action="${filled('b', 900_000)}">${filled('<button>Pay</button>', 90_000)}`,
  'nested labels': () =>
    `<form>${times(190, () => '<label>')}${times(390, () => '<input type=checkbox name=grant>')}${filled('name ', 900_000)}`,
  'headings in deep nesting': () =>
    `<form>${times(190, () => '<div>')}${filled('<h2>a</h2><button name=grant>b</button>', 200_000)}`,
  'data around buttons that grant': () =>
    `<form>${times(100, () => `<div ${times(500, at => `data-${at}=x `)}>`)}${times(400, () => '<button name=a>allow</button>')}`,
  'headings beside buttons that grant': () =>
    `<form>${times(5_000, () => '<dt></dt>')}${times(400, at => `<button name=a${at} value=1>allow</button>`)}`,
  'letters with marks': () => `<p>${filled('e\u0301\u0302')}`,
}

/** Adds costly markup to an otherwise conformant page. */
export const withCostly = (page: string, what: string): string =>
  page.replace('</main>', () => `</main>${costlyPages[what]?.() ?? ''}`)
