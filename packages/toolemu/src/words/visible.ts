/**
 * Characters that a terminal obeys or that a reader does not see: control characters (C0 without line feed and tab, DEL,
 * C1), bidirectional controls, line and paragraph separators, tag characters and other invisible ones, noncharacters. A
 * single joiner or variation selector stays, because scripts and emoji need it; a second one in a row can only hide data.
 */
export const hiddenCharacters =
  /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufff9-\ufffb]|(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<=\p{Join_Control})\p{Join_Control}|(?<=\p{Variation_Selector})\p{Variation_Selector}|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu;

/** Text of files, agents, tools and models with each hidden character and each lone surrogate replaced by U+FFFD. */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(hiddenCharacters, '\ufffd');
}

/** The same on one line: line feeds and tabs are replaced too, as in a command to be copied. */
export function wholeLine(text: string): string {
  return visible(text).replaceAll(/[\n\t]/g, '\ufffd');
}

/** A value as JSON in which hidden characters are written as `\uXXXX`. `JSON.parse` gives the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replaceAll(hiddenCharacters, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at);
    return `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');
}
