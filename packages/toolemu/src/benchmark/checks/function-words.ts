/**
 * English function words of four letters and more: determiners, pronouns, prepositions, conjunctions, auxiliaries and
 * related adverbs. They occur in any text, so sharing them means nothing.
 */
export const functionWords: ReadonlySet<string> = new Set(
  `
about above according across after afterwards again against albeit almost along alongside already also although always
amid amidst among amongst another anybody anyone anything anyway anywhere around aside away because been before
beforehand behind being below beneath beside besides between beyond both cannot could despite does doing down
during each either else elsewhere enough even ever every everybody everyone everything everywhere except from further
furthermore have having hence here hers herself himself however indeed instead into itself
just lest likewise many meanwhile might mine more moreover most much must myself namely neither never nevertheless nobody
none nonetheless nothing nowhere often once oneself only onto other others otherwise ought ours ourselves over
perhaps quite rather same shall should since some somebody somehow someone something sometimes somewhere still
such than that their theirs them themselves then thence there thereby therefore these they this those though through
throughout thus till together toward towards under underneath unless unlike until unto upon very were what whatever when
whence whenever where whereas whereby wherein wherever whether which whichever while whilst whither whoever whom
whomever whose will with within without would your yours yourself yourselves
`
    .trim()
    .split(/\s+/),
);
