import type { ReactNode } from 'react';
import type { LibrarySource } from 'toolemu/contract';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Editor, type Editing, type FormProps } from './editor.tsx';
import { freeName } from './free-name.ts';

/** Edits a toolkit or a case where it has a file of its own, and else a copy of it under a name that none has. */
export function SavedEditor({
  sort,
  name,
  names,
  value,
  source,
  form,
}: {
  readonly sort: Editing['sort'];
  readonly name: string;
  /** Those of all toolkits or cases. */
  readonly names: readonly string[];
  readonly value: object;
  readonly source: LibrarySource;
  readonly form: (props: FormProps) => ReactNode;
}): ReactNode {
  const [parameters] = useSearch();
  const isCopy = parameters.get('edit') === 'copy' || !source.isAlone;
  const renamed = sort === 'case' ? { id: freeName(name, names) } : { name: freeName(name, names, '_') };
  const editing: Editing = isCopy
    ? { sort, title: `Copy of the ${sort} ${name}`, value: { ...value, ...renamed }, original: null }
    : { sort, title: `Edit the ${sort} ${name}`, value, original: name };
  return <Editor key={String(isCopy)} editing={editing} form={form} />;
}
