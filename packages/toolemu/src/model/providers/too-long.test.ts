import { describe, expect, test } from 'vitest';
import { isTooLongTag, saysTooLong } from './too-long.ts';

describe('an input that does not fit', () => {
  test.each([
    // OpenAI and providers with similar messages.
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760, but got a string with length 20000000 instead.",
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (139000 of text input, 1000 in the output).",
    // Anthropic
    'prompt is too long: 213462 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    'messages: too many total text bytes: Request exceeds the maximum allowed number of bytes in its size limit',
    // Google
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    'Unable to submit request because the input token count is 32825 but model only supports up to 32768.',
    'The request payload size exceeds the limit: 20971520 bytes.',
    // Bedrock
    'Input is too long for requested model.',
    'Too many input tokens. Max input tokens: 8192, request input token count: 9000',
    'Malformed input request: expected maxLength: 20000, actual: 30000, please reformat your input and try again.',
    // Azure and GitHub
    'Request body too large for gpt-4o model. Max size: 8000 tokens.',
    'prompt token count of 135000 exceeds the limit of 128000',
    // xAI, Groq, Mistral, Cohere, Together, Fireworks, DeepSeek, Cerebras, MiniMax, AI21, Perplexity, Kimi, Zhipu, Qwen
    "This model's maximum prompt length is 131072 but the request contains 137921 tokens.",
    'Please reduce the length of the messages or completion.',
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000. Try using a shorter prompt.',
    'size limit exceeded: the prompt has 130000 tokens, which is over the limit of 128000 tokens',
    "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
    'The prompt is too long: 141068, model maximum context length: 131071',
    'Current length is 9001 while limit is 8192. Please reduce the length of the messages or completion.',
    'invalid params, context window exceeds limit (2013)',
    'Prompt is too long: 300000 tokens, the maximum is 256000 tokens',
    'Messages have 200000 tokens, which exceeds the max limit of 127072 tokens',
    'Invalid request: Your request exceeded model token limit: 131072',
    'Prompt exceeds max length',
    'Prompt 超长',
    '输入长度超过模型上限',
    '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
    'length of prompt_tokens (40000) must be less than max_seq_len (32768).',
    'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.',
    // Self-hosted servers: vLLM, SGLang, TGI, llama.cpp, Ollama, LM Studio, TensorRT-LLM, Triton, MLC
    'max_tokens must be at least 1, got -186.',
    'The decoder prompt (length 40000) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller.',
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 9000 tokens.",
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 9000 `inputs` tokens and 100 `max_new_tokens`',
    'Input validation error: `inputs` must have less than 4095 tokens. Given: 5000',
    'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
    'prompt too long; exceeded max context length by 12 tokens',
    'input length exceeds maximum context length',
    'Trying to keep the first 8191 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    'Prompt length (9000) exceeds maximum input length (8192). Set truncate_prompt_tokens.',
    'The sum of prompt length (9000.0) and query length (0) should not exceed max_num_tokens (8192)',
    'Request prompt has 9000 tokens in total, larger than the model input length limit 8192.',
    'litellm.ContextWindowExceededError: litellm.BadRequestError: too long',
    'tokens in request more than max tokens allowed',
    // Invented messages of the same kind.
    'The conversation is too large for this model',
    'Your messages are longer than the 32000 tokens that this model accepts',
    'total tokens of the prompt (50123) must not exceed 32768',
    'Sequence length 70000 is greater than 65536 tokens',
    'Please shorten your prompt',
  ])('is recognized in %j', (message) => {
    expect(saysTooLong(message)).toBe(true);
  });

  test.each([
    // The output.
    "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 8192 tokens",
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-opus-20240229',
    'max_tokens (5000) exceeds the limit of 4096 tokens',
    '`max_completion_tokens` must be less than or equal to `8192`',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'max_output_tokens should be between 1 and 8192',
    // Rates.
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.',
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.',
    'Too many tokens per day, please wait before trying again.',
    'You exceeded your current quota: input tokens limit exceeded',
    'Number of request tokens has exceeded your daily token limit',
    'You have used too many tokens today',
    'Your request exceeded the time limit of 600 seconds',
    'Too many requests: more than 60 a minute',
    'The number of requests exceeds the limit of 60',
    'The server is busy: please reduce your request frequency',
    'Please reduce the number of messages that you send each second',
    'The request exceeded the maximum number of concurrent requests',
    // Other parts of a request.
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 200 instead.",
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 70 instead.",
    "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 44 instead.",
    'tools.0.custom.name: String should have at most 128 characters',
    'Too many tools: the request has 200 tools and the maximum is 128',
    'The schema in the request is too large: more than 5000 properties',
    'The request has too many stop sequences, at most 4 are allowed',
    'temperature: Input should be less than or equal to 1',
    'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    '`max_tokens` must be greater than `thinking.budget_tokens`',
    // Anything else.
    "Unsupported value: 'temperature' must be less than 2",
    "Invalid type for 'messages[0].content': expected a string",
    'Model does not exist. Please check it carefully.',
    'The model `gpt-x` does not exist',
    'temperature must be at most 1 for this request',
    'messages: text content blocks must be non-empty',
    'messages: first message must use the "user" role',
    'This model does not support image inputs',
    'The request has 3 roles but only 2 are known',
    'The request exceeds what this account may do: the limit is 5',
    'The server is over the limit of its memory',
    '',
  ])('is not recognized in %j', (message) => {
    expect(saysTooLong(message)).toBe(false);
  });

  test.each([
    'context_length_exceeded',
    'invalid_request_error context_window_exceeded',
    'exceed_context_size_error',
    'model_max_prompt_tokens_exceeded',
    'request_too_large',
    'tokens_limit_reached',
    'prompt_too_long',
    'ContextWindowExceededError',
  ])('is tagged %j', (tags) => {
    expect(isTooLongTag(tags)).toBe(true);
  });

  test.each([
    'rate_limit_exceeded',
    'requests_rate_limit_exceeded',
    'request_timeout_exceeded',
    'invalid_request_error',
    '',
  ])('is not tagged %j', (tags) => {
    expect(isTooLongTag(tags)).toBe(false);
  });
});
