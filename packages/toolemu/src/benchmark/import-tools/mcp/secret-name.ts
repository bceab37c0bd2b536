/** Whether a variable of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  return /TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|BEARER|KEY(?!RING)|DSN|(?:^|_)PAT$/i.test(name);
}
