import {expect, test} from 'vitest';
import {httpService} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

const answering = async (status: number, type: string, body: string | Buffer) => {
	const service = await httpService((_seen, response) =>
		response.writeHead(status, {'Content-Type': type}).end(body),
	);
	return apiAt(service.url);
};

test.each<[string, unknown]>([
	['errors', {errors: [{code: 'server.is_not_online', message: 'not up'}]}],
	['error_code', {error_code: 'server.is_not_online', error_message: 'not up'}],
	['messageKey', {messageKey: 'server.is_not_online', message: 'not up'}],
	['error', {error: {error_code: 'server.is_not_online', detail: 'not up'}}],
	['a list', [{key: 'server.is_not_online', message: 'not up'}]],
	['title and errors', {title: 'Conflict', errors: [{errorKey: 'server.is_not_online', message: 'not up'}]}],
	['keys alone', {message: 'not up', errors: ['server.is_not_online']}],
])('reads the key and the message of an error under %s', async (_how, body) => {
	const api = await answering(409, 'application/json', JSON.stringify(body));
	expect(await failureOf(api.startServer({serverId: 's'}))).toMatchObject({
		key: 'server.is_not_online',
		serviceMessage: 'not up',
	});
});

test.each([
	['windows-1252', 'text/plain; charset=windows-1252', Buffer.from('Zürich', 'latin1')],
	['ISO-8859-1', 'application/json;charset="ISO-8859-1"', Buffer.from('{"output":"Zürich"}', 'latin1')],
	['UTF-16', 'text/plain; charset=utf-16le', Buffer.from('Zürich', 'utf16le')],
	['an unknown one', 'text/plain; charset=x-none', Buffer.from('Zürich')],
])('reads an answer in a declared charset: %s', async (_name, type, body) => {
	const api = await answering(200, type, body);
	expect((await api.awaitRcon({serverId: 's', command: 'x'})).command.response).toBe('Zürich');
});

test.each([
	['text/plain', '<Admin> hello'],
	['text/html', '<Admin> hello'],
	['text/plain', '<p1> <p2>'],
	['text/plain', '[Server] hello (1'],
	['application/json', '{"response":"<!doctype html> is what a page starts with"}'],
])('takes %s %j for the answer of a game', async (type, body) => {
	const api = await answering(200, type, body);
	const {response} = (await api.awaitRcon({serverId: 's', command: 'x'})).command;
	expect(body).toContain(response);
});

test.each([
	['text/plain', ' <!DOCTYPE html><p>Sign in'],
	['application/json', '<html>'],
	['text/plain', '<!-- proxy -->\n<html lang="en">'],
	['application/xml', '<?xml version="1.0"?><error/>'],
	['text/html', 'Sign in <a href="/login">here</a>'],
])('takes %s %j for a document of something else', async (type, body) => {
	const api = await answering(200, type, body);
	expect(await failureOf(api.awaitRcon({serverId: 's', command: 'x'}))).toMatchObject({
		reason: 'unreadable',
		message: expect.stringContaining('web page') as string,
	});
});
