"""A stage's own code: raises an alert for a client most of whose names are full of digits."""
import json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def is_odd(line):
    return sum(map(str.isdigit, line["domain_name"])) * 3 > len(line["domain_name"])

class Detector(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for all batches
    disable_nagle_algorithm = True

    def do_GET(self):
        self.answer(200 if self.path == "/ready" else 404, {})

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"requestId": request["requestId"], "outputs": [], "drops": [], "rejections": []}
        for record in request["records"]:
            try:
                lines = record["value"]["data"]
                odd = [line for line in lines if is_odd(line)]
            except (KeyError, TypeError) as wrong:
                answer["rejections"].append({"id": record["id"], "reason": f"no batch: {wrong!r}"})
                continue
            if len(odd) * 2 > len(lines):
                alert = {"src_ip": record["key"], "result": odd}
                answer["outputs"].append({"key": record["key"], "value": alert, "sources": [record["id"]]})
            else:
                answer["drops"].append({"id": record["id"], "rule": "few digits"})
        self.answer(200, answer)

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

ThreadingHTTPServer(("127.0.0.1", int(os.environ["HAMSTRING_SIDECAR_PORT"])), Detector).serve_forever()
