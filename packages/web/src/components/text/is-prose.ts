/** Whether a text reads as sentences: none of its lines is indented, set in columns or a tag, as those of code and tables are. */
export function isProse(text: string): boolean {
  return !/^(?: {2,}|\t)\S|\S(?: {3,}|\t)\S|^\s*(?:[{}<]|#!|\$ )/m.test(text);
}
