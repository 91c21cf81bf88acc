import { expect, test } from 'vitest';
import {
  alike,
  codeKey,
  headerKey,
  legible,
  plainCode,
  plainFileName,
  searchKey,
  storable,
  trimmed,
} from '../../server/domain/ground/fold.ts';

test('outer spaces of any width and what has no width or turns direction go; the spelling stays', () => {
  expect(trimmed('\u3000\u200b Ａ\u00ad1\u202e　b\ufeff\n')).toBe('Ａ1　b');
});

test('signs that encodings spell in several ways are one', () => {
  const one = (sign: string, others: string): void => expect([...others].map(alike).join('')).toBe(sign.repeat([...others].length));
  one('-', '-ー‐‑‒–—―⁃˗−─━－');
  one('~', '~〜∼∾～‾￣');
  one('|', '|¦│┃｜');
  one('‖', '‖∥');
  one('\\', '\\¥∖＼');
  one('/', '/⁄∕／');
  one("'", "'‘’‛′ʼ＇");
  one('"', '"“”‟〝〞〟＂');
  one('・', '・·•‧∙⋅･');
  expect([alike('⋯'), alike('…'), alike('（①Ⅲ㍉ｱ）')]).toEqual(['...', '...', '(1IIIミリア)']);
});

test('a code is one in every width, case and dash, and with any run of spaces inside', () => {
  expect(['ａｂ－１', ' Ab-1\u3000', 'AB\u200b−1', 'ab–1', 'ab-1'].map(codeKey)).toEqual(Array(5).fill('AB-1'));
  expect([codeKey('鋳物 \u3000\n a'), codeKey('a  b'), codeKey('')]).toEqual(['鋳物 A', 'A B', '']);
  expect([plainCode(' Ｅ０１ａ\u3000'), plainCode('ａ－ｂ'), plainCode('\u00a8x')]).toEqual(['E01a', 'a-b', '\u0308x']);
});

test('a header is one with spaces, line breaks and case or without', () => {
  expect(['製番', ' 製\n番 ', '製　　番'].map(headerKey)).toEqual(Array(3).fill('製番'));
  expect(['Lot-No', 'ＬＯＴ−ＮＯ', 'lot - no'].map(headerKey)).toEqual(Array(3).fill('lot-no'));
});

test('a search finds hiragana by katakana, and the other way round', () => {
  expect([searchKey('ぁんゖ'), searchKey('ｱﾝｶﾞ'), searchKey('ＡbＣ')]).toEqual(['ァンヶ', 'アンガ', 'abc']);
  expect([searchKey('ぐぅ'), searchKey('\u3040\u3097')]).toEqual(['グゥ', '\u3040\u3097']);
});

test('what no database or workbook may hold is refused, or shown as a space', () => {
  for (const bad of ['\0', '\x07', '\x7f', '\u009f', '\ud800', '\uffff', '\ufdd0']) {
    expect(storable(`a${bad}b`), JSON.stringify(bad)).toBe(false);
    expect(legible(`a${bad}b${bad}`), JSON.stringify(bad)).toBe('a b ');
  }
  expect([storable('a\tb\n\rc 😀'), legible('a\tb\nc 😀'), legible('a\rb')]).toEqual([true, 'a\tb\nc 😀', 'a b']);
});

test('a file has the last name of its path, in one line', () => {
  expect([plainFileName('C:\\in\\a  b.xlsx'), plainFileName('/x/y\\ 注文\n一覧\u202e.csv '), plainFileName('a/')]).toEqual([
    'a b.xlsx',
    '注文 一覧.csv',
    '',
  ]);
});
