import { expect, test } from 'vitest'
import { code, plain } from '../../src/render/markdown-text.ts'

test.each([
  ['after_packing *now*', 'after\\_packing \\*now\\*'],
  ['a | b `c` [d](e) ~f~ $g$', 'a \\| b \\`c\\` \\[d\\](e) \\~f\\~ \\$g\\$'],
  ['</details> <!-- x --> &lt;', '&lt;/details&gt; &lt;!-- x --&gt; &amp;lt;'],
  ['@all #12; o/r#3 GH-4', '@&#8203;all #&#8203;12; o/r#&#8203;3 GH-&#8203;4'],
  ['at 10:30 :white_check_mark:', 'at 10:30 :&#8203;white\\_check\\_mark:'],
  ['https://a.example/b_c#d www.a.example/e_f', 'https:&#8203;//a.example/b\\_c#&#8203;d www&#8203;.a.example/e\\_f'],
  ['two\nlines', 'two lines'],
])('%j is displayed unchanged in Markdown', (text, markdown) => {
  expect(plain(text)).toBe(markdown)
})

test('code is also valid in HTML, where backslashes are kept', () => {
  expect(code('a_b*c`d`|<e>')).toBe('<code>a&#95;b&#42;c&#96;d&#96;&#124;&lt;e&gt;</code>')
})
