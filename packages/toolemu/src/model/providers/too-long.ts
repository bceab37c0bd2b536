/**
 * Whether an endpoint's message says that the input does not fit the model. The messages vary; all of them contain a part
 * of the input, a word of excess and a measure. Messages about the output limit, rates and other parts of a request use
 * the same words, and differ in the subject of the excess.
 */
export function saysTooLong(message: string): boolean {
  if (excessiveOutput.test(message) || rate.test(message)) return false;
  if (context.test(message)) return true;
  if (outputLimit.test(message) || otherPart.test(message)) return false;
  return wordings.some((wording) => wording.test(message));
}

/** Whether the code of an error, such as `context_length_exceeded`, says so. */
export function isTooLongTag(tags: string): boolean {
  return tags.split(/\s+/).some((tag) => !rateTag.test(tag) && tooLongTag.test(tag));
}

const tooLongTag =
  /exceed_context|(?:context|prompt|input|request|messages?|conversation)\w*(?:too_?(?:long|large|big)|exceed|overflow)|tokens?_?limit_?(?:reached|exceeded)|max_tokens_per_request/i;
const rateTag = /rate|quota|per_(?:minute|day|hour)|timeout|time_limit/i;

/** vLLM's message about a maximum output that is too long for the rest of the context. */
const excessiveOutput = /max_(?:completion_)?tokens['"`]? is too large/i;

const rate =
  /(?:tokens?|requests?|characters?) (?:per|\/|a) ?(?:min|sec|hour|day)|\b[TR]P[MD]\b|rate[ _-]?limit|too many requests|quota|\b(?:daily|hourly|monthly|today)\b|\btime ?(?:out|d out| limit)|deadline|concurren/i;

/** A message that names the context is about the input, whatever else it names. */
const context =
  /(?:context|maximum model)[ _-]?(?:length|window|size|limit|overflow)|context[^.]{0,40}\boverflow|max_tokens must be at least 1, got -|上下文.{0,12}(?:超|过长)/i;

/** The longest output, by its parameter or in words, unless it is added to the input. */
const outputLimit = new RegExp(
  [
    String.raw`(?<!(?:\+|plus|and|&) ?['"\x60]?)\bmax_?(?:completion_?|output_?|new_?)?tokens['"\x60]?(?: \(\d+\))?:? (?:\d+ )?(?:value |parameter )?(?:>|is\b|must|should|can|exceed|has to|may not|larger|greater|invalid)`,
    String.raw`(?:number|count|amount) of output tokens`,
    String.raw`output (?:tokens?|limit|length) (?:limit |count )?(?:exceed|is |must|should|can)`,
  ].join('|'),
  'i',
);

/** Names, tools, schemas and other parts whose length or number is limited by itself; pydantic says "Input" of any field. */
const otherPart = new RegExp(
  [
    String.raw`\b(?:name|description|enum|property|properties|parameters?|schemas?|grammar|tools?|functions?|stop|sequences|metadata|ids?|identifier|key|url|header|images?|files?|user)\b['"\x60\]]*:? (?:\([^)]*\) |(?:in|of) the \w+ )?(?:(?:is|are|has|have|was|were) )?(?:(?:string|array|value|list) )?(?:too (?:long|large|many|big)|longer|exceed|at most|more than|must|should|cannot)`,
    String.raw`too many (?:tools|functions|images|stop|choices|items|parameters|properties|files)`,
    String.raw`input should (?:be|have)\b`,
  ].join('|'),
  'i',
);

const input = String.raw`(?:prompts?|inputs?|messages?|request|conversations?|histor(?:y|ies)|sequences?|queries|query|texts?|contents?|instances?)`;
const measure = String.raw`(?:tokens?|length|len|characters?|chars|max\w*|size|limit)`;
/** Without one of these words, the excess may concern anything. */
const isMeasured = String.raw`(?=[\s\S]*(?:token|length|character|chars|bytes|size|prompt|context))`;
const excess = String.raw`(?:exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|(?:long|larg|great|bigg|high)er than|more than|in excess of|over (?:the|its)|above|beyond|(?:must|should|can(?:not)?|may) (?:not )?(?:exceed|be (?:<=?|≤|less|fewer|shorter|smaller|lower|below|at most|no (?:more|longer|greater)|within|between|under)|have (?:less|fewer|at most|no more))|should be \[|> ?\d|does(?: not|n't) fit|(?:is|are) limited to)`;

const wordings: readonly RegExp[] = [
  // "prompt is too long", "messages too long", "Request body too large for gpt-4o model"
  new RegExp(String.raw`\b${input}\b[^.;\n]{0,60}\btoo (?:long|large|big|many tokens)`, 'i'),
  // "tokens in request more than max tokens allowed", "Input length 131393 exceeds ... of 131040 tokens"
  new RegExp(
    String.raw`${isMeasured}\b(?:${input}|tokens?|(?:prompt|input|total|sequence)[ _]?(?:tokens?|len(?:gth)?))\b[^\n]{0,120}?${excess}[^\n]{0,80}?(?:${measure}|\d{3,})`,
    'i',
  ),
  // "length of prompt_tokens (40000) must be less than max_seq_len (32768)", "Range of input length should be [1, 129024]"
  new RegExp(
    String.raw`(?:length|number|count|size|range|sum) of (?:the |your |all )?\W?(?:${input}|\w*tokens?)\b[^\n]{0,100}?${excess}`,
    'i',
  ),
  // "the input token count is 32825 but model only supports up to 32768", "maximum prompt length is 131072 but ..."
  new RegExp(
    String.raw`${isMeasured}\b(?:${input}|tokens?)\b[^\n]{0,80}\bbut\b[^\n]{0,60}(?:up to|at most|maximum|limit|only)[^\n]{0,30}\d`,
    'i',
  ),
  new RegExp(
    String.raw`max(?:imum)? (?:allowed )?(?:prompt|input|request|sequence|token)[ _]?(?:length|tokens?|size|limit|count)?[^\n]{0,40}\bbut\b`,
    'i',
  ),
  // "Please reduce the length of the messages or completion", "shorten your prompt"
  new RegExp(
    String.raw`(?:reduce|decrease|limit) [^.\n]{0,20}\b(?:length|size|tokens?)\b[^.\n]{0,30}\b${input}\b|(?:reduce|shorten|decrease|trim|truncate) (?:the |your )?(?:\w+ )?(?:prompt|input|context|messages?|conversation)\b(?! (?:rate|frequency))`,
    'i',
  ),
  // "too many input tokens", "Too many tokens: total number of tokens in the prompt cannot exceed 4081"
  /too many (?:\w+ )?tokens/i,
  /tokens?[ _-]limit\b[^.\n]{0,40}\bexceed|exceed\w*[^.\n]{0,40}\btokens?[ _-]limit/i,
  // "Max input tokens: 8192, request input token count: 9000"; "expected maxLength: 20000, actual: 30000"
  /max(?:imum)? (?:input|prompt) (?:tokens?|length)[^\n]{0,30}\d[^\n]{0,40}(?:request|input|actual|got|given|received)[^\n]{0,30}\d/i,
  /expected max_?length: ?\d+, actual: ?\d+/i,
  /(?:输入|提示词?|prompt|请求|消息|token).{0,20}(?:超长|过长|超[过出].{0,20}(?:限|长|最大|上限))|长度(?:超|过长)/i,
];
