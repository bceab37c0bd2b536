/** A name as an id: `MailSend` becomes `mail-send`. */
export function kebab(name: string): string {
  const parted = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return parted === '' ? 'draft' : parted;
}
