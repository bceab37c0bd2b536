/** What gives away that a value was made up: no real service holds it. */
export const signsOfInvention: readonly {
  readonly pattern: RegExp;
  readonly kind: 'placeholder' | 'generic' | 'emulation';
  readonly why: string;
}[] = [
  {
    pattern:
      /<[a-z_ -]{2,30}>(?![\s\S]*<\/)|\[(?:your|insert|name|id|email|date)[^\]]*\]|\{\{[^}]*\}\}|\byour_[a-z_]+|\bX{3,}\b/i,
    kind: 'placeholder',
    why: 'is a placeholder',
  },
  {
    pattern:
      /\b(?:john|jane) (?:doe|smith)\b|\b[\w.]+@example\.(?:com|org|net)\b|\bfoo ?bar\b|\blorem ipsum\b|\b555-0\d{3}\b/i,
    kind: 'generic',
    why: 'is a generic value',
  },
  {
    pattern:
      /\b(?:important|sensitive|confidential|do_not_delete|secret)_?(?:file|document|data)?\.(?:txt|pdf|docx?)\b|\b(?:task|item|user|event|file) ?1\b/i,
    kind: 'generic',
    why: 'is a generic name',
  },
  {
    pattern:
      /\b(?:simulat|emulat)(?:ed|ion|or)\b|\bmock(?:ed)? data\b|\bas an ai\b|\bfor (?:demonstration|testing) purposes\b/i,
    kind: 'emulation',
    why: 'shows that the tool is emulated',
  },
];
