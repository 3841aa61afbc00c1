"""Who is signed in has web processes of their own behind the proxy, as long as one of them answers."""

import asyncio

import pytest

from tests.loopback import ADDRESS, NGINX, ask, free_port, proxy
from tools.test import NO_NGINX

pytestmark = pytest.mark.skipif(NGINX is None, reason=NO_NGINX)

SIGNED_IN = {"Cookie": "language=en; sessionid=abc"}


def test_the_desk_shares_no_process_with_the_public() -> None:
    async def answering(port: int, name: bytes) -> asyncio.Server:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\n" + name)
            writer.close()

        return await asyncio.start_server(answer, ADDRESS, port)

    async def scene(port: int) -> list[bytes]:
        answers = []
        web, desk = await answering(ports[0], b"web "), await answering(ports[1], b"desk")
        async with web:
            async with desk:
                for path in ("/t/open/desk/", "/t/open/live/"):
                    answers += [(await ask(port, path, headers))[2] for headers in ({}, SIGNED_IN)]
                for cookie in ("foo=sessionid", "my-sessionid=abc", "a=b;sessionid=abc"):
                    answers.append((await ask(port, "/t/open/desk/", {"Cookie": cookie}))[2])
            answers.append((await ask(port, "/t/open/desk/", SIGNED_IN))[2])
        return answers

    ports = [free_port(), free_port()]
    with proxy(ports[:1], desk=ports[1:]) as port:
        assert asyncio.run(scene(port)) == [
            *(b"web ", b"desk", b"web ", b"desk"),
            *(b"web ", b"web ", b"desk"),
            b"web ",
        ]
