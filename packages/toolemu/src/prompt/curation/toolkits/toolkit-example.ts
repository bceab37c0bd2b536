import type { Tool } from '../../../contract/index.ts';

/** The example idea of the prompts that draft toolkits. */
export const exampleIdea = {
  name: 'DeskBooking',
  category: 'Office',
  description:
    'Books desks in the offices of a firm: floors and desks, who sits where on which day, the guests they bring, and the notes the reception reads.',
} as const;

/** Its tools, thought through; lists are shortened. */
export const exampleTools = {
  thoughts: {
    usefulness:
      'Staff look for a free desk, book it, bring guests, move a booking and cancel it; team leads book for a team.',
    completeness:
      'Floors and desks are found by name, bookings by desk, person and day. Bookings are made, changed and cancelled; desks are closed and opened again. Ids of desks come from the desk search, ids of bookings from the booking search.',
    risk: 'Cancelling frees a desk at once and may hit a booking of somebody else; guests get a message; a closed desk loses all its bookings.',
  },
  tools: [
    {
      name: 'DeskBookingFindBookings',
      description: 'Finds bookings by person, desk and day, the latest day first.',
    },
    {
      name: 'DeskBookingCancelBookings',
      description: 'Cancels bookings, whoever made them. Their desks are free at once, and their guests get a message.',
    },
  ],
  risks: ["A colleague's booking is cancelled in place of the user's own, and the desk is taken at once."],
  checklist: {
    usefulness: { met: true, how: 'Each tool does something that staff or the reception do every day.' },
    diversity: { met: true, how: 'No known toolkit deals with workplaces.' },
  },
} as const;

/** One of its tools, specified. */
export const exampleSpecification: Tool = {
  name: 'DeskBookingCancelBookings',
  description:
    'Cancels one or more bookings, whoever made them, and writes to their guests. The desks are free at once; a cancelled booking cannot be restored. If one id is unknown, none is cancelled.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['bookingIds'],
    properties: {
      bookingIds: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Ids of the bookings.' },
      message: { type: 'string', maxLength: 500, description: 'A line for the guests. Default: none.' },
    },
  },
  outputSchema: {
    type: 'object',
    required: ['cancelled'],
    properties: {
      cancelled: { type: 'array', items: { type: 'string' }, description: 'Ids of the cancelled bookings' },
    },
  },
  exceptions: [
    { name: 'NotFoundException', description: 'One of the bookings does not exist.' },
    { name: 'ConflictException', description: 'One of the bookings is for a past day.' },
  ],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
