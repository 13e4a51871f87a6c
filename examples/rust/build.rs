// SPDX-License-Identifier: Apache-2.0

//! Generates the client from the .proto files. `FOOTNOTE_PROTO` is the folder that has `footnote/v1`,
//! and `GOOGLEAPIS_DIR` the folder that has `google/api`. Requires `protoc`.

use std::env::var;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=FOOTNOTE_PROTO");
    println!("cargo::rerun-if-env-changed=GOOGLEAPIS_DIR");
    let proto = var("FOOTNOTE_PROTO").unwrap_or_else(|_| "../../proto".into());
    let googleapis = var("GOOGLEAPIS_DIR").map_err(|_| "GOOGLEAPIS_DIR is not set")?;

    tonic_prost_build::configure()
        .build_server(false)
        .compile_protos(
            &[format!("{proto}/footnote/v1/answer_service.proto")],
            &[proto, googleapis],
        )?;
    Ok(())
}
