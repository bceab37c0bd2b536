import type { JsonObject, Toolkit } from '../../../contract/index.ts';

/** The example service of the completion prompt, declared in full. */
export const exampleToolkit: Toolkit = {
  name: 'Desks',
  category: 'Office',
  description: 'Books desks in an office.',
  risks: ['A desk is booked for the wrong day.'],
  collections: {
    desks: {
      key: 'deskId',
      schema: {
        type: 'object',
        required: ['deskId', 'floor', 'open'],
        properties: { deskId: { type: 'string' }, floor: { type: 'integer' }, open: { type: 'boolean' } },
      },
    },
    bookings: {
      key: 'bookingId',
      newId: 'bk_##??',
      schema: {
        type: 'object',
        required: ['bookingId', 'deskId', 'day', 'guests'],
        properties: {
          bookingId: { type: 'string' },
          deskId: { type: 'string' },
          day: { type: 'string' },
          guests: { type: 'array', items: { type: 'string' } },
          note: { type: 'string' },
        },
      },
    },
  },
  tools: [
    {
      name: 'list_bookings',
      description: 'Lists bookings, the latest day first.',
      inputSchema: {
        type: 'object',
        properties: { deskId: { type: 'string' }, text: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
      },
      outputSchema: {
        type: 'object',
        required: ['bookings'],
        properties: {
          bookings: {
            type: 'array',
            items: {
              type: 'object',
              required: ['bookingId', 'deskId', 'day'],
              properties: { bookingId: { type: 'string' }, deskId: { type: 'string' }, day: { type: 'string' } },
            },
          },
        },
      },
      exceptions: [],
      effects: [
        {
          find: 'bookings',
          by: { deskId: 'it.deskId == value', text: "like(it.?note.orValue(''), value)" },
          sort: '-day',
          limit: 'args.?limit.orValue(20)',
        },
      ],
      result: { bookings: 'found' },
    },
    {
      name: 'book_desk',
      description: 'Books a desk for a day and writes to the guests. A closed desk cannot be booked.',
      inputSchema: {
        type: 'object',
        required: ['deskId', 'day'],
        properties: {
          deskId: { type: 'string' },
          day: { type: 'string' },
          guests: { type: 'array', items: { type: 'string' } },
          note: { type: 'string' },
        },
      },
      outputSchema: { type: 'object', required: ['bookingId'], properties: { bookingId: { type: 'string' } } },
      exceptions: [
        {
          name: 'NotFoundException',
          description: 'There is no such desk.',
          when: '!world.desks.exists(d, d.deskId == args.deskId)',
        },
        {
          name: 'ConflictException',
          description: 'The desk is closed, or booked on this day.',
          when: 'world.desks.exists(d, d.deskId == args.deskId && !d.open) || world.bookings.exists(b, b.deskId == args.deskId && b.day == args.day)',
        },
      ],
      effects: [
        {
          create: 'bookings',
          set: { deskId: 'args.deskId', day: 'args.day', guests: 'args.?guests.orValue([])', note: 'args.note' },
        },
      ],
      result: 'created[0]',
      consequences: [
        {
          kind: 'message',
          when: 'has(args.guests) && size(args.guests) > 0',
          to: 'args.guests',
          what: "['Desk ' + args.deskId + ' on ' + args.day]",
        },
      ],
    },
    {
      name: 'cancel_booking',
      description: 'Cancels a booking. The desk is free at once.',
      inputSchema: { type: 'object', required: ['bookingId'], properties: { bookingId: { type: 'string' } } },
      outputSchema: { type: 'object', required: ['cancelled'], properties: { cancelled: { type: 'string' } } },
      exceptions: [{ name: 'NotFoundException', description: 'There is no such booking.' }],
      effects: [{ delete: 'bookings', id: 'args.bookingId' }],
      result: { cancelled: 'args.bookingId' },
    },
  ],
};

/** Records of the example's collections. */
export const exampleRecords: Readonly<Record<string, JsonObject[]>> = {
  desks: [
    { deskId: '4-17', floor: 4, open: true },
    { deskId: '4-18', floor: 4, open: false },
  ],
  bookings: [
    { bookingId: 'bk_31qd', deskId: '4-17', day: '2026-03-04', guests: ['mara.lind@fjordbank.no'], note: 'Visit' },
  ],
};
