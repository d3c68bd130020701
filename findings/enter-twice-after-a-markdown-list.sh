#!/usr/bin/env bash
# Expected: in the Markdown mode of CodeMirror, Enter in an empty item leaves the list, so that the next words are a paragraph of their own.
# So it is not: the command removes the mark of the item and leaves no empty line, so that CommonMark takes the next words for the rest of the last
# item (a lazy continuation line). After a quote it does leave an empty line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @codemirror/lang-markdown@6.5.2 @codemirror/state@6.7.6 @codemirror/view@6.43.15 markdown-it@15.0.3 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { insertNewlineContinueMarkup as enter, markdown } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import MarkdownIt from 'markdown-it'
function typed(text) {
  let state = EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: markdown() })
  for (const times of [1, 2]) enter({ state, dispatch: change => (state = change.state) })
  state = state.update(state.replaceSelection('After')).state
  return state.doc.toString()
}
const renderer = new MarkdownIt()
for (const text of ['- one\n- two', '1. one\n2. two\n3. three']) {
  const now = typed(text)
  console.log(JSON.stringify(text), 'Enter Enter After:', JSON.stringify(now), renderer.render(now))
  assert.ok(!renderer.render(now).includes('<p>After</p>'), 'the words are no paragraph of their own')
}
PROBE
node probe.mjs
