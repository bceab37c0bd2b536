import { visible } from '../../../components/text/text-block.tsx';

/** A name in a list to choose from, cut so that it fits; and what is to be known of it. */
export function optionText(name: string, about = ''): string {
  return `${visible(name).slice(0, most).toWellFormed()}${visible(name).length > most ? '…' : ''}${about}`;
}

const most = 60;
