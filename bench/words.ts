import type { Random } from './random.ts';

const vocabulary =
  'the a of to and in on for with by from it that this one is was has had will before after until since week month morning note letter list account contract offer order invoice delivery meeting folder copy draft version answer question reason change matter office team colleague customer partner supplier street harbour garden workshop kitchen window bridge river market paper table number amount rate total share part whole first second last next early late open closed clear known agreed needed sent kept moved signed checked read written asked told said looks seems follows remains rests depends goes comes stands holds'.split(
    ' ',
  );

/** Prose of exactly so many characters, without quotes, line ends or anything JSON would escape. */
export function prose(length: number, random: Random): string {
  let text = '';
  while (text.length < length) {
    const words = Array.from({ length: random.integer(7, 14) }, () => random.pick(vocabulary)).join(' ');
    text += `${words.charAt(0).toUpperCase()}${words.slice(1)}. `;
  }
  return length === 0 ? '' : `${text.slice(0, length - 1)}.`;
}

/** A few words. */
export function phrase(random: Random): string {
  const words = Array.from({ length: random.integer(3, 5) }, () => random.pick(vocabulary)).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const givenNames =
  'Ada Bjarne Chiara Dagny Emeka Fatou Goran Hanae Ilse Joris Keiko Leopold Maren Niamh Otto Petra Quim Runa Sefa Tomas'.split(
    ' ',
  );
const familyNames =
  'Albrecht Brodersen Castellan Dvorak Engstrom Fioretti Gundersen Holmqvist Ibarra Jankovic Kallio Lindahl Moravec Nakano Oyelaran Petrescu Quintana Rosvall Sandvik Tavares'.split(
    ' ',
  );

/** A person who is in no built-in case. */
export function personName(random: Random): string {
  return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
}
