/**
A part of the state: its value at the start of a session, and the reducer of its events. The type of an event begins with the
name of its slice in the state and a slash.
*/
export type Slice<Value, SliceEvent extends {type: string}> = {
	initial: Value;
	reduce: (value: Value, event: SliceEvent) => Value;
};
